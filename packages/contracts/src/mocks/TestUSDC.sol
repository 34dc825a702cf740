// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ERC20 } from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import { ShortString, ShortStrings } from "@openzeppelin/contracts/utils/ShortStrings.sol";
import { MessageHashUtils } from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import { SignatureChecker } from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

// The functions are USDC's, which Circle documents.
// solhint-disable use-natspec

/// @title TestUSDC
/// @notice A mock of USDC on Base or its test network with the behaviour that the escrow and x402 clients rely on: 6
/// decimals, EIP-2612, EIP-3009 (both signature forms, including ERC-1271 wallets), a denylist and a pause. Anyone may
/// mint, deny and pause, so the token is worthless by design.
/// @dev The constructor writes nothing to storage, and the EIP-712 domain is derived from the name, the address and the
/// chain id, so the runtime code works at any address and behind a proxy.
contract TestUSDC is ERC20("", "") {
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH =
        keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH =
        keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

    ShortString private immutable _tokenName;

    mapping(address owner => uint256 next) public nonces;
    mapping(address authorizer => mapping(bytes32 nonce => bool used)) public authorizationState;
    mapping(address account => bool denied) public isBlacklisted;
    bool public paused;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);
    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);
    event Pause();
    event Unpause();

    error TokenPaused();
    error AccountDenied(address account);
    error PermitExpired();
    error AuthorizationNotYetValid();
    error AuthorizationExpired();
    error AuthorizationAlreadyUsed();
    error CallerNotPayee();
    error WrongSignature();

    /// @param name_ The token's name, which differs between chains: "USD Coin" on Base, "USDC" on Base Sepolia.
    constructor(string memory name_) {
        _tokenName = ShortStrings.toShortString(name_);
    }

    /*//////////////////////////////////////////////////////////////
                                 TOKEN
    //////////////////////////////////////////////////////////////*/

    function name() public view override returns (string memory) {
        return ShortStrings.toString(_tokenName);
    }

    function symbol() public pure override returns (string memory) {
        return "USDC";
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function currency() external pure returns (string memory) {
        return "USD";
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    // forge-lint: disable-next-line(mixed-case-function)
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name())), keccak256("2"), block.chainid, address(this))
            );
    }

    /// @dev Like the real token, rejects every transfer while paused, and every transfer from, to or by a denied
    /// account.
    function _update(address from, address to, uint256 value) internal virtual override {
        if (paused) revert TokenPaused();
        if (isBlacklisted[from]) revert AccountDenied(from);
        if (isBlacklisted[to]) revert AccountDenied(to);
        if (isBlacklisted[msg.sender]) revert AccountDenied(msg.sender);
        super._update(from, to, value);
    }

    /*//////////////////////////////////////////////////////////////
                      TEST CONTROLS, OPEN TO ANYONE
    //////////////////////////////////////////////////////////////*/

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function burn(address from, uint256 value) external {
        _burn(from, value);
    }

    function blacklist(address account) external {
        isBlacklisted[account] = true;
        emit Blacklisted(account);
    }

    function unBlacklist(address account) external {
        isBlacklisted[account] = false;
        emit UnBlacklisted(account);
    }

    function pause() external {
        paused = true;
        emit Pause();
    }

    function unpause() external {
        paused = false;
        emit Unpause();
    }

    /*//////////////////////////////////////////////////////////////
                                EIP-2612
    //////////////////////////////////////////////////////////////*/

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        permit(owner, spender, value, deadline, abi.encodePacked(r, s, v));
    }

    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes memory signature) public {
        if (paused) revert TokenPaused();
        if (block.timestamp > deadline) revert PermitExpired();
        _requireSigned(
            owner,
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline)),
            signature
        );
        _approve(owner, spender, value);
    }

    /*//////////////////////////////////////////////////////////////
                                EIP-3009
    //////////////////////////////////////////////////////////////*/

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public {
        _requireTimely(validAfter, validBefore);
        bytes32 structHash = keccak256(
            abi.encode(TRANSFER_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        _useAuthorization(from, nonce, structHash, signature);
        _transfer(from, to, value);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        receiveWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes memory signature
    ) public virtual {
        if (to != msg.sender) revert CallerNotPayee();
        _requireTimely(validAfter, validBefore);
        bytes32 structHash = keccak256(
            abi.encode(RECEIVE_WITH_AUTHORIZATION_TYPEHASH, from, to, value, validAfter, validBefore, nonce)
        );
        _useAuthorization(from, nonce, structHash, signature);
        _transfer(from, to, value);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
        cancelAuthorization(authorizer, nonce, abi.encodePacked(r, s, v));
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) public {
        if (authorizationState[authorizer][nonce]) revert AuthorizationAlreadyUsed();
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function _useAuthorization(address from, bytes32 nonce, bytes32 structHash, bytes memory signature) private {
        if (authorizationState[from][nonce]) revert AuthorizationAlreadyUsed();
        _requireSigned(from, structHash, signature);
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
    }

    function _requireTimely(uint256 validAfter, uint256 validBefore) private view {
        if (block.timestamp <= validAfter) revert AuthorizationNotYetValid();
        if (block.timestamp >= validBefore) revert AuthorizationExpired();
    }

    function _requireSigned(address signer, bytes32 structHash, bytes memory signature) private view {
        bytes32 digest = MessageHashUtils.toTypedDataHash(DOMAIN_SEPARATOR(), structHash);
        if (!SignatureChecker.isValidSignatureNow(signer, digest, signature)) revert WrongSignature();
    }
}

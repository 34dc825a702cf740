// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC1271 } from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice For tests: a contract wallet that accepts any signature by its owner's key, even if it was made for another
/// account. Messages must therefore name the account.
contract OwnerWallet is IERC1271 {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view virtual returns (bytes4) {
        return _isOwners(digest, signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function _isOwners(bytes32 digest, bytes calldata signature) internal view returns (bool) {
        (address signer, ECDSA.RecoverError fault,) = ECDSA.tryRecoverCalldata(digest, signature);
        return fault == ECDSA.RecoverError.NoError && signer == owner;
    }
}

/// @notice For tests: a wallet whose owner signs the digest together with the account and the chain.
contract BoundWallet is OwnerWallet {
    constructor(address owner_) OwnerWallet(owner_) { }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view override returns (bytes4) {
        return _isOwners(boundDigest(digest), signature) ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    function boundDigest(bytes32 digest) public view returns (bytes32) {
        return keccak256(abi.encode(digest, address(this), block.chainid));
    }
}

/// @notice For tests: a deployed wallet that accepts no signature until `migrate` has been called, and until then
/// consumes all gas.
contract LateWallet is OwnerWallet {
    OwnerWallet public checker;

    constructor(address owner_) OwnerWallet(owner_) { }

    function migrate() external {
        checker = new OwnerWallet(owner);
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view override returns (bytes4) {
        if (address(checker) == address(0)) assembly { invalid() }
        return checker.isValidSignature(digest, signature);
    }
}

/// @notice For tests: deploys wallets at predictable addresses, each only once.
contract WalletFactory {
    function deploy(address owner, bytes32 salt) external returns (OwnerWallet) {
        return new OwnerWallet{ salt: salt }(owner);
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnerWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }
}

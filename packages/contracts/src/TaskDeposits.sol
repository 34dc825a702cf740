// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC20 } from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import { SafeERC20 } from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import { Create2 } from "@openzeppelin/contracts/utils/Create2.sol";

import { TaskDeposit } from "./TaskDeposit.sol";
import { IERC3009 } from "./interfaces/IERC3009.sol";
import { ITaskDeposits } from "./interfaces/ITaskDeposits.sol";

/// @title TaskDeposits
/// @notice See {ITaskDeposits}. Created by its escrow; it has no owner and no settings.
contract TaskDeposits is ITaskDeposits {
    using SafeERC20 for IERC20;

    address private immutable _escrow;
    address private immutable _token;
    bytes32 private immutable _codeHash;
    /// @inheritdoc ITaskDeposits
    mapping(address deposit => bool used) public isUsed;

    /// @notice The escrow creates it.
    /// @param token the token of the deposits
    constructor(address token) {
        _escrow = msg.sender;
        _token = token;
        _codeHash = keccak256(_code(token));
    }

    /// @inheritdoc ITaskDeposits
    function addressOf(address poster, bytes32 consent) public view returns (address) {
        return Create2.computeAddress(_saltOf(poster, consent), _codeHash);
    }

    /// @inheritdoc ITaskDeposits
    function collect(
        address poster,
        bytes32 consent,
        uint256 amount,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external {
        if (msg.sender != _escrow) revert NotEscrow(msg.sender);
        address deposit = addressOf(poster, consent);
        if (isUsed[deposit]) revert DepositUsed(deposit);
        isUsed[deposit] = true;
        IERC3009(_token).transferWithAuthorization(
            poster,
            deposit,
            amount,
            validAfter,
            validBefore,
            nonce,
            signature
        );
        _open(deposit, poster, consent);
        IERC20(_token).safeTransferFrom(deposit, _escrow, amount);
    }

    /// @inheritdoc ITaskDeposits
    function refund(address poster, bytes32 consent) external returns (uint256 amount) {
        address deposit = addressOf(poster, consent);
        amount = IERC20(_token).balanceOf(deposit);
        if (amount == 0) revert NothingToRefund(deposit);
        _open(deposit, poster, consent);
        emit DepositRefunded(poster, consent, amount);
        IERC20(_token).safeTransferFrom(deposit, poster, amount);
    }

    /// @notice Creates the deposit, unless it exists, so that its money can be moved.
    /// @param deposit its address
    /// @param poster whose deposit it is
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    function _open(address deposit, address poster, bytes32 consent) private {
        if (deposit.code.length == 0) Create2.deploy(0, _saltOf(poster, consent), _code(_token));
    }

    /// @notice The CREATE2 salt of a deposit.
    /// @param poster whose deposit it is
    /// @param consent keccak256 of the ABI encoding of the terms and the salt
    /// @return the salt
    function _saltOf(address poster, bytes32 consent) private pure returns (bytes32) {
        return keccak256(abi.encode(poster, consent));
    }

    /// @notice The creation code of every deposit.
    /// @param token the token of the deposits
    /// @return the code with its argument
    function _code(address token) private pure returns (bytes memory) {
        return abi.encodePacked(type(TaskDeposit).creationCode, abi.encode(token));
    }
}

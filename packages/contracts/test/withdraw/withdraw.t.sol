// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { TestUSDC } from "../../src/mocks/TestUSDC.sol";
import { Base } from "../Base.t.sol";

contract Withdraw is Base {
    /// @dev The poster is denied when a task ends, so that the refund becomes a credit.
    function credited() private returns (uint256 amount) {
        uint256 id = funded();
        usdc.blacklist(poster);
        warpPast(id);
        escrow.expireTask(id);
        return escrow.credits(poster);
    }

    function test_RevertGiven_TheCallerHasNoCredit() public {
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NothingToWithdraw.selector, stranger));
        vm.prank(stranger);
        escrow.withdraw(stranger);
    }

    function test_C14_RevertWhen_TheReceiverCanNeverPayTheMoneyOut() public {
        credited();
        address[4] memory traps = moneyTraps();
        vm.startPrank(poster);
        for (uint256 i = 0; i < traps.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(EscrowErrors.InvalidRecipient.selector, traps[i]));
            escrow.withdraw(traps[i]);
        }
    }

    function test_RevertWhen_TheTokenRefuses() public {
        assertEq(credited(), REWARD);
        vm.expectRevert(abi.encodeWithSelector(TestUSDC.AccountDenied.selector, poster));
        vm.prank(poster);
        escrow.withdraw(poster);
        assertEq(escrow.credits(poster), REWARD);
    }

    function test_C16_WhenTheReceiverCanBePaid() public {
        assertEq(credited(), REWARD);
        uint256 before = usdc.balanceOf(stranger);
        expectEvent();
        emit ITaskEscrow.Withdrawn(poster, stranger, REWARD);
        vm.prank(poster);
        assertEq(escrow.withdraw(stranger), REWARD);
        assertEq(usdc.balanceOf(stranger) - before, REWARD);
        assertEq(escrow.credits(poster), 0);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.NothingToWithdraw.selector, poster));
        vm.prank(poster);
        escrow.withdraw(stranger);
    }
}
